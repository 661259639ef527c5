import { expect, it } from 'vitest';
import { dashboardPage } from '../../src/client/dashboard-page.ts';

it.each([
  'https://gate.example/w/shop/simulations/sim_1',
  'http://127.0.0.1:7460/w/shop/queries?flow=0123456789ab',
  'https://gate.example',
])('a plain address is shown as a link: %s', (url) => {
  expect(dashboardPage(url)).toBe(url);
});

it.each([
  undefined,
  '',
  'javascript:alert(1)',
  'ftp://gate.example/',
  '//gate.example/',
  'https://user@gate.example/',
  'https://gate.example/a b',
  'https://gate.example/a)[x](https://other.example',
  'https://gate.example/<b>',
  'https://gate.example/\n::error::x',
  'https://gate.example/#a',
  `https://gate.example/${'a'.repeat(500)}`,
])('anything else is not: %s', (url) => {
  expect(dashboardPage(url)).toBeUndefined();
});
