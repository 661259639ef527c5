import { EngineBusy } from './engine.ts';

/** Limits for one kind of task, for all workspaces together and for each. */
export interface AdmissionLimits {
  /** Concurrent tasks, running and waiting. */
  readonly maxTasks: number;
  readonly maxTasksPerWorkspace: number;
  /** Their total characters. A task above the limit per workspace is admitted if the workspace has no other. */
  readonly maxCharacters: number;
  readonly maxCharactersPerWorkspace: number;
}

export interface AdmissionRequest {
  /** The kind of task, in the plural: used in messages. */
  readonly what: string;
  readonly workspace: string;
  /** Upper bound of the characters. */
  readonly characters: number;
}

interface Usage {
  readonly tasks: number;
  readonly characters: number;
}

/** Limits the number and total size of the tasks of each kind in the engine. */
export class Admission {
  readonly #usage = new Map<string, Usage>();

  /** Runs the work, or raises EngineBusy if a limit is reached. */
  async one<T>(
    { what, workspace, characters }: AdmissionRequest,
    room: AdmissionLimits,
    work: () => Promise<T>,
  ): Promise<T> {
    const all = this.#of(what);
    const own = this.#of(`${what} of ${workspace}`);
    const size = Math.min(characters, room.maxCharactersPerWorkspace);
    if (all.tasks >= room.maxTasks || all.characters + size > room.maxCharacters)
      throw new EngineBusy(`the engine is full: it has ${all.tasks} ${what} to do (${all.characters} characters)`);
    if (own.tasks >= room.maxTasksPerWorkspace || own.characters + size > room.maxCharactersPerWorkspace)
      throw new EngineBusy(
        `the engine is full for one workspace: it has ${own.tasks} of its ${what} to do (${own.characters} characters)`,
      );
    this.#add(what, 1, size);
    this.#add(`${what} of ${workspace}`, 1, size);
    try {
      return await work();
    } finally {
      this.#add(what, -1, -size);
      this.#add(`${what} of ${workspace}`, -1, -size);
    }
  }

  #of(name: string): Usage {
    return this.#usage.get(name) ?? { tasks: 0, characters: 0 };
  }

  #add(name: string, tasks: number, characters: number): void {
    const before = this.#of(name);
    const inside = { tasks: before.tasks + tasks, characters: before.characters + characters };
    if (inside.tasks > 0) this.#usage.set(name, inside);
    else this.#usage.delete(name);
  }
}
