import { createHash } from 'node:crypto';
import { readLicenses } from '../licenses.mjs';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version?: string;
}

interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly tools: readonly object[]; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

type Part = ReturnType<typeof readLicenses>[number];

/**
 * The bill of materials of a release: what `npm sbom` knows of the packages in the bundles, and what is compiled into them.
 * npm lists the tools of the tests too, under a random number and with the current time.
 *
 * @param text What `npm sbom` printed.
 * @param licenses The texts of each bundle's `LICENSES.txt`.
 * @param date Of the release, `YYYY-MM-DD`.
 */
export function releaseBom(text: string, licenses: readonly string[], date: string): string {
  const bom = JSON.parse(text) as Bom;
  const parts = licenses.flatMap((each) => readLicenses(each));
  const packages = bom.components.filter(({ name, version }) =>
    parts.some((part) => part.version !== '' && part.name === name && part.version === version),
  );
  const missing = parts.filter(
    ({ name, version }) => version !== '' && !packages.some((each) => each.name === name && each.version === version),
  );
  if (missing.length > 0)
    throw new Error(`npm sbom does not list ${missing.map(({ name, version }) => `${name}@${version}`).join(', ')}`);
  // npm 10 lists a package once for each folder that has it, and npm 11 once.
  const byRef = new Map([...packages.map(shipped), ...compiledIn(parts)].map((each) => [each['bom-ref'], each]));
  const refs = [...byRef.keys()].sort();
  const { component } = bom.metadata;
  const root = component['bom-ref'];
  const result = {
    ...bom,
    metadata: {
      ...bom.metadata,
      timestamp: `${date}T00:00:00Z`,
      tools: [{ vendor: 'npm', name: 'cli' }],
      // npm calls it by the name of the folder.
      component: { ...component, name: root.slice(0, root.lastIndexOf('@')), properties: [] },
    },
    components: refs.map((ref) => byRef.get(ref)),
    dependencies: [
      { ref: root, dependsOn: refs },
      ...refs
        .filter((ref) => bom.dependencies.some((each) => each.ref === ref))
        .map((ref) => {
          const needed = bom.dependencies.flatMap((each) => (each.ref === ref ? (each.dependsOn ?? []) : []));
          return { ref, dependsOn: refs.filter((each) => needed.includes(each)) };
        }),
    ],
  };
  const serialNumber = `urn:uuid:${uuid(JSON.stringify({ ...result, serialNumber: '' }))}`;
  return `${JSON.stringify({ ...result, serialNumber }, undefined, 2)}\n`;
}

/** In the lock file a bundled package is a development dependency; in the release it is not. */
function shipped(component: Component) {
  return { ...component, scope: 'required', properties: [] };
}

function compiledIn(parts: readonly Part[]) {
  const names = new Map(parts.flatMap((part) => (part.version === '' ? [[part.name, part] as const] : [])));
  return [...names.values()].map(({ name, license }) => ({
    'bom-ref': name,
    type: 'library',
    name,
    scope: 'required',
    licenses: [{ license: { id: license } }],
  }));
}

/** A version 8 UUID (RFC 9562) of a text: the same for the same contents. */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
