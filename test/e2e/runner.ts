import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NODE, packaged, TOP } from './packaged.ts';
import { type Command, readCommands, readKeyValues } from './runner-commands.ts';

/** The Actions, by name of their launcher. */
const MANIFESTS = { check: 'action.yml', simulate: 'simulate/action.yml', record: 'record/action.yml' } as const;

export interface StepRequest {
  /** Default: `check`. */
  readonly action?: keyof typeof MANIFESTS | undefined;
  /** Folder to which the runner downloaded the Action, which then starts what its manifest names. Default: this repository. */
  readonly downloaded?: string | undefined;
  /** Folder for the runner's own files. */
  readonly temp: string;
  /** Used as GITHUB_WORKSPACE and as the working directory. */
  readonly workspace: string;
  readonly event: string;
  readonly payload: object;
  readonly sha: string;
  readonly ref?: string;
  /** Address of the server that replaces GitHub. */
  readonly server?: string | undefined;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the standard output so far. */
  readonly onOutput?: (text: string) => void;
}

export interface StepResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly commands: readonly Command[];
  /** The annotations that GitHub shows: the first ten of each kind. */
  readonly annotations: readonly Command[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Contents of GITHUB_ENV, GITHUB_STATE and GITHUB_PATH, which this Action never writes. */
  readonly otherFiles: string;
}

/** Runs the packaged Action as GitHub's runner does, and parses its output as the runner would. */
export async function runStep(request: StepRequest): Promise<StepResult> {
  const { action = 'check' } = request;
  const entry = request.downloaded ? mainOf(request.downloaded, MANIFESTS[action]) : packaged(`${action}.js`);
  mkdirSync(request.temp, { recursive: true });
  const temp = mkdtempSync(join(request.temp, 'step-'));
  const file = (name: string, text = '') => {
    const path = join(temp, name);
    writeFileSync(path, text);
    return path;
  };
  const files = {
    GITHUB_OUTPUT: file('output'),
    GITHUB_ENV: file('env'),
    GITHUB_STATE: file('state'),
    GITHUB_PATH: file('path'),
    GITHUB_STEP_SUMMARY: file('summary'),
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(request.payload)),
  };
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: temp,
    RUNNER_TEMP: temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_WORKFLOW: 'checks',
    GITHUB_JOB: 'querygate',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_REF: request.ref ?? 'refs/pull/7/merge',
    GITHUB_SHA: request.sha,
    GITHUB_EVENT_NAME: request.event,
    GITHUB_WORKSPACE: request.workspace,
    GITHUB_SERVER_URL: request.server ?? 'http://127.0.0.1:9',
    GITHUB_API_URL: request.server ? `${request.server}/api` : 'http://127.0.0.1:9/api',
    ...files,
    ...inputVariables(MANIFESTS[action], request.inputs ?? {}),
    ...request.env,
  };
  const child = spawn(NODE, [entry], { cwd: request.workspace, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    request.onOutput?.(stdout);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise<number | null>((done, failed) => {
    child.on('error', failed);
    child.on('close', done);
  });
  const commands = readCommands(stdout).concat(readCommands(stderr));
  const otherFiles = [files.GITHUB_ENV, files.GITHUB_STATE, files.GITHUB_PATH].map((path) =>
    readFileSync(path, 'utf8'),
  );
  return {
    code,
    stdout,
    stderr,
    commands,
    annotations: ['error', 'warning', 'notice'].flatMap((kind) =>
      commands.filter((command) => command.name === kind).slice(0, 10),
    ),
    outputs: readKeyValues(readFileSync(files.GITHUB_OUTPUT, 'utf8')),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    otherFiles: otherFiles.join(''),
  };
}

function mainOf(folder: string, manifest: string): string {
  const path = join(folder, manifest);
  const [, main] = /^ {2}main: (\S+)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (main === undefined) throw new Error(`${manifest} names no program`);
  return join(dirname(path), main);
}

/**
 * Inputs as environment variables: upper case, spaces as underscores, dashes kept. Every declared input is set, if only
 * to ''.
 */
function inputVariables(file: string, inputs: Readonly<Record<string, string>>): Record<string, string> {
  const manifest = readFileSync(join(TOP, file), 'utf8');
  const section = manifest.slice(manifest.indexOf('\ninputs:'), manifest.indexOf('\noutputs:'));
  const declared = [...section.matchAll(/^ {2}([a-z-]+):$/gm)].map((match) => match[1] ?? '');
  const variables = Object.fromEntries(declared.map((name) => [variable(name), '']));
  const preset = file === MANIFESTS.record ? {} : { comment: 'false', matrix: 'null' };
  for (const [name, value] of Object.entries({ ...preset, ...inputs })) {
    if (!declared.includes(name)) throw new Error(`${file} has no input ${name}`);
    variables[variable(name)] = value;
  }
  return variables;
}

function variable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}
