import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { read, TOP } from './repository.ts';

// The manifests are valid by the schema of the API, and harden what they say. Nothing runs them in a cluster.

const FOLDER = 'examples/kubernetes';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly securityContext: Record<string, unknown>;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly unknown[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly policyTypes?: readonly string[];
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly securityContext: Record<string, unknown>;
        readonly containers: readonly Container[];
      };
    };
    readonly volumeClaimTemplates?: readonly unknown[];
  };
}

const kustomization = parse(read(`${FOLDER}/kustomization.yaml`)) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
  readonly configMapGenerator: readonly { readonly name: string }[];
};
const manifests = kustomization.resources.flatMap((name) =>
  parseAllDocuments(read(`${FOLDER}/${name}`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);
const pods = named.filter(([, { spec }]) => spec.template);

/** Where the schemas of the API are. */
const MODELS = join(TOP, 'node_modules/kubernetes-models');

describe('the manifests for Kubernetes', () => {
  const isInstalled = existsSync(MODELS);
  it.skipIf(!isInstalled).each(named)(
    `${isInstalled ? '' : 'not run, the package `kubernetes-models` is not installed: '}%s is valid by the schema of the API`,
    async (_, manifest) => {
      const { apiVersion, kind } = manifest;
      const file = pathToFileURL(join(MODELS, apiVersion, `${kind}.js`)).href;
      const models = (await import(file)) as Record<string, new (given: Manifest) => { validate(): void }>;
      const Model = models[kind];
      if (!Model) throw new Error(`${kind} is not in the schema`);
      new Model(manifest).validate();
      // The schema is asked: it refuses a wrong type.
      expect(() => new Model({ ...manifest, metadata: { name: 7 } } as never).validate()).toThrow();
    },
  );

  it.each(pods)('%s runs without root, rights and a writable root', (_, { spec: { template } }) => {
    const { automountServiceAccountToken, securityContext, containers } = template?.spec ?? { containers: [] };
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containers).toHaveLength(1);
    for (const each of containers)
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  it.each(pods)('%s has one volume, and probes at ports that it has', (_, { spec }) => {
    expect(spec.volumeClaimTemplates).toHaveLength(1);
    for (const container of spec.template?.spec.containers ?? []) {
      expect(container.volumeMounts).toEqual([{ name: 'data', mountPath: '/var/lib/querygate' }]);
      const ports = container.ports.map(({ name }) => name);
      for (const [probe, path] of [
        ['startup', '/healthz'],
        ['liveness', '/healthz'],
        ['readiness', '/readyz'],
      ] as const) {
        const { httpGet } = container[`${probe}Probe`];
        expect(httpGet.path).toBe(path);
        expect(ports).toContain(httpGet.port);
      }
    }
  });

  it.each(pods)('%s has a network policy for both directions, and an image that kustomize replaces', (_, { spec }) => {
    const app = spec.template?.metadata.labels['app'];
    const policy = manifests.find(
      ({ kind, spec: { podSelector } }) => kind === 'NetworkPolicy' && podSelector?.matchLabels['app'] === app,
    );
    expect(policy?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    for (const { image } of spec.template?.spec.containers ?? [])
      expect(kustomization.images.map(({ name }) => name)).toContain(image);
  });
});
