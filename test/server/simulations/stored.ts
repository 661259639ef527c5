import { expect } from 'vitest';
import type { Simulation } from '../../../src/contract/index.ts';
import { readSimulation } from '../../../src/server/simulations/read.ts';

/** A simulation as its client reads it. */
export async function simulationOf(...asked: Parameters<typeof readSimulation>): Promise<Simulation> {
  const { status, json } = await readSimulation(...asked);
  const body = JSON.parse(json) as Simulation;
  expect(body.status).toBe(status);
  return body;
}
