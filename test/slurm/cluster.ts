import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

// Slurm on two nodes. Each is a network namespace with a host name of its own, and the controller runs on the first.

const PROGRAMS = [
  ...['munged', 'slurmctld', 'slurmd', 'sbatch', 'srun', 'scancel', 'scontrol'],
  ...['ip', 'nsenter', 'unshare', 'mkfifo'],
];

/** Why Slurm cannot run here; empty if it can. */
export const MISSING = [
  ...PROGRAMS.filter((name) => spawnSync(name, ['--version']).error).map((name) => `${name} is missing`),
  ...(process.getuid?.() === 0 ? [] : ['it needs root']),
  ...(spawnSync('unshare', ['--net', '--uts', 'true']).status === 0 ? [] : ['it needs namespaces']),
  // slurmd does not start without them, even if no plugin uses them.
  ...(existsSync('/sys/fs/cgroup') && readdirSync('/sys/fs/cgroup').length > 0 ? [] : ['it needs control groups']),
].join(', ');

export const NODES = ['node1', 'node2'] as const;
export type NodeName = (typeof NODES)[number];
const ADDRESSES: Readonly<Record<NodeName, string>> = { node1: '10.77.0.1', node2: '10.77.0.2' };

export class Cluster {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /** @param path folder with the programs of jobs */
  constructor(folder: string, path: string) {
    this.folder = folder;
    this.#env = { ...process.env, SLURM_CONF: join(folder, 'slurm.conf'), PATH: `${path}:${process.env['PATH']}` };
  }

  /** Raises an error with the logs if a node is not ready after a minute. */
  async start(): Promise<void> {
    // munged refuses a socket that other users cannot reach.
    chmodSync(this.folder, 0o755);
    for (const name of ['munge', 'state', 'logs', ...NODES]) mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, 'slurm.conf'), this.#configuration());
    writeFileSync(join(this.folder, 'munge/key'), randomBytes(128), { mode: 0o400 });
    execFileSync('munged', this.#munge('key-file', 'pid-file', 'log-file', 'seed-file'), { stdio: 'ignore' });
    this.#connect();
    this.#daemon('node1', 'slurmctld');
    for (const node of NODES) this.#daemon(node, 'slurmd');
    for (let tries = 0; this.run('sinfo', '--noheader', '--format=%D %T') !== '2 idle'; tries++) {
      if (tries === 60) throw new Error(this.#logs());
      await setTimeout(1_000);
    }
  }

  /** Runs a client of Slurm beside the controller, and returns what it prints. */
  run(program: string, ...args: readonly string[]): string {
    return execFileSync('nsenter', [this.#inside('node1'), program, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env: this.#env,
    }).trim();
  }

  /** What the controller knows about a job or a task of an array. */
  job(id: string): ReadonlyMap<string, string> {
    const fields = this.run('scontrol', '--oneliner', 'show', 'job', id).split(' ');
    return new Map(fields.map((field) => field.split('=', 2) as [string, string]));
  }

  /** Kills all processes of a node at once, as if it lost power. */
  kill(node: NodeName): void {
    // Fails for processes that end meanwhile, which is what is wanted.
    spawnSync('sh', ['-c', 'kill -KILL $(ip netns pids "$0")', this.#namespace(node)]);
  }

  stop(): void {
    for (const node of NODES) {
      if (!existsSync(`/run/netns/${this.#namespace(node)}`)) continue;
      this.kill(node);
      spawnSync('ip', ['netns', 'delete', this.#namespace(node)]);
    }
    spawnSync('munged', ['--stop', ...this.#munge()]);
  }

  #connect(): void {
    const ip = (...args: readonly string[]) => execFileSync('ip', args);
    const [first, second] = NODES.map((node) => this.#namespace(node)) as [string, string];
    for (const name of [first, second]) ip('netns', 'add', name);
    ip('link', 'add', 'slurm', 'netns', first, 'type', 'veth', 'peer', 'name', 'slurm', 'netns', second);
    for (const node of NODES) {
      ip('-netns', this.#namespace(node), 'address', 'add', `${ADDRESSES[node]}/24`, 'dev', 'slurm');
      for (const device of ['lo', 'slurm']) ip('-netns', this.#namespace(node), 'link', 'set', device, 'up');
    }
  }

  #daemon(node: NodeName, program: string): void {
    const named = ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', node, program];
    execFileSync('nsenter', [this.#inside(node), ...named], { env: this.#env, stdio: 'ignore' });
  }

  #namespace(node: NodeName): string {
    return `querygate-${process.pid}-${node}`;
  }

  #inside(node: NodeName): string {
    return `--net=/run/netns/${this.#namespace(node)}`;
  }

  #munge(...files: readonly string[]): readonly string[] {
    return ['socket', ...files].map((name) => `--${name}=${join(this.folder, 'munge', name.replace('-file', ''))}`);
  }

  #logs(): string {
    return ['slurmctld', ...NODES].map((name) => readFileSync(join(this.folder, 'logs', name), 'utf8')).join('\n');
  }

  #configuration(): string {
    const { folder } = this;
    return `
ClusterName=test
SlurmctldHost=node1(${ADDRESSES.node1})
SlurmUser=root
AuthType=auth/munge
# A requeued job waits until the credentials of its last run have expired.
AuthInfo=socket=${folder}/munge/socket,cred_expire=5
StateSaveLocation=${folder}/state
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmctldLogFile=${folder}/logs/slurmctld
SlurmdSpoolDir=${folder}/%n
SlurmdPidFile=${folder}/%n/pid
SlurmdLogFile=${folder}/logs/%n
# No plugin uses control groups.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/linear
# A node that does not answer for so many seconds is down, and its jobs are queued again.
SlurmdTimeout=10
${NODES.map((node) => `NodeName=${node} NodeAddr=${ADDRESSES[node]}`).join('\n')}
PartitionName=main Nodes=ALL Default=YES
`;
  }
}
