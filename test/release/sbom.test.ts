import { describe, expect, it } from 'vitest';
import { licensesText } from '../../scripts/licenses.mjs';
import { releaseBom } from '../../scripts/release/sbom.ts';

const part = (name: string, version: string, license = 'MIT') => ({ name, version, license, text: 'Permission …' });
const component = (name: string, version: string) => ({
  ...{ 'bom-ref': `${name}@${version}`, type: 'library', name, version, scope: 'optional' },
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
});
/** What npm prints, with its random number, time and the name of a folder. */
const printed = (at: string) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    serialNumber: `urn:uuid:${at}`,
    metadata: {
      timestamp: at,
      tools: [{ vendor: 'npm', name: 'cli', version: at }],
      component: { 'bom-ref': 'querygate@0.1.0', name: `folder-${at}`, version: '0.1.0' },
    },
    components: [
      component('pg', '8.0.0'),
      component('vitest', '4.0.0'),
      component('pg-pool', '3.0.0'),
      component('pg', '7.0.0'),
    ],
    dependencies: [
      { ref: 'querygate@0.1.0', dependsOn: ['pg@8.0.0', 'vitest@4.0.0'] },
      { ref: 'pg@8.0.0', dependsOn: ['pg-pool@3.0.0', 'vitest@4.0.0'] },
      { ref: 'vitest@4.0.0', dependsOn: [] },
      { ref: 'pg-pool@3.0.0' },
    ],
  });
const CLIENT = licensesText([part('pg', '8.0.0'), part('PostgreSQL', '', 'PostgreSQL')]);
const SERVICE = licensesText([part('PostgreSQL', '', 'PostgreSQL'), part('pg-pool', '3.0.0')]);

describe('the bill of materials of a release', () => {
  const bom = JSON.parse(releaseBom(printed('a'), [CLIENT, SERVICE], '2026-03-04'));

  it('lists what the bundles contain, and no tool of the tests', () => {
    expect(bom.components.map((each: { 'bom-ref': string }) => each['bom-ref'])).toEqual([
      'PostgreSQL',
      'pg-pool@3.0.0',
      'pg@8.0.0',
    ]);
    for (const { scope, properties = [] } of bom.components)
      expect({ scope, properties }).toEqual({ scope: 'required', properties: [] });
    expect(bom.components[0].licenses).toEqual([{ license: { id: 'PostgreSQL' } }]);
  });

  it('keeps the dependencies between them', () => {
    expect(bom.dependencies).toEqual([
      { ref: 'querygate@0.1.0', dependsOn: ['PostgreSQL', 'pg-pool@3.0.0', 'pg@8.0.0'] },
      { ref: 'pg-pool@3.0.0', dependsOn: [] },
      { ref: 'pg@8.0.0', dependsOn: ['pg-pool@3.0.0'] },
    ]);
  });

  it('is the same for the same contents, whenever and wherever it is made', () => {
    const made = (at: string, licenses = [CLIENT, SERVICE]) => releaseBom(printed(at), licenses, '2026-03-04');
    expect(made('b')).toBe(made('a'));
    expect(bom.metadata.component.name).toBe('querygate');
    expect(bom.metadata.timestamp).toBe('2026-03-04T00:00:00Z');
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(JSON.parse(made('a', [CLIENT])).serialNumber).not.toBe(bom.serialNumber);
  });

  it('is the same by npm 10, which lists a package once for each folder that has it', () => {
    const older = JSON.parse(printed('a'));
    older.metadata.component.properties = [{ name: 'cdx:npm:package:path', value: '' }];
    older.components = [component('pg', '8.0.0'), ...older.components];
    older.dependencies = [{ ref: 'pg@8.0.0', dependsOn: [] }, ...older.dependencies.toReversed()];
    expect(releaseBom(JSON.stringify(older), [CLIENT, SERVICE], '2026-03-04')).toBe(
      releaseBom(printed('a'), [CLIENT, SERVICE], '2026-03-04'),
    );
  });

  it('fails for a bundled package that npm does not list', () => {
    expect(() =>
      releaseBom(printed('a'), [licensesText([part('zod', '4.0.0'), part('pg', '9.0.0')])], '2026-03-04'),
    ).toThrow('npm sbom does not list zod@4.0.0, pg@9.0.0');
  });
});
