import { EngineBusy } from './engine.ts';

/** What there may be of one kind at once, of all workspaces and of one. */
export interface AdmissionLimits {
  /** Tasks. */
  readonly maxTasks: number;
  readonly maxTasksPerWorkspace: number;
  /** Characters of them; a task that is larger than one workspace may have is taken where the workspace has no other. */
  readonly maxCharacters: number;
  readonly maxCharactersPerWorkspace: number;
}

export interface AdmissionRequest {
  /** The kind, in words. */
  readonly what: string;
  readonly workspace: string;
  /** At most so many. */
  readonly characters: number;
}

interface Usage {
  readonly tasks: number;
  readonly characters: number;
}

/** Bounds how many tasks of each kind are in the engine at once, and how large they are together. */
export class Admission {
  readonly #inside = new Map<string, Usage>();

  /** Does the work, or raises EngineBusy where there is no room for it. */
  async one<T>(
    { what, workspace, characters }: AdmissionRequest,
    room: AdmissionLimits,
    work: () => Promise<T>,
  ): Promise<T> {
    const all = this.#of(what);
    const own = this.#of(`${what} of ${workspace}`);
    const size = Math.min(characters, room.maxCharactersPerWorkspace);
    if (all.tasks >= room.maxTasks || all.characters + size > room.maxCharacters)
      throw new EngineBusy(
        `the engine has ${all.tasks} ${what} to do (${all.characters} characters), and takes no more`,
      );
    if (own.tasks >= room.maxTasksPerWorkspace || own.characters + size > room.maxCharactersPerWorkspace)
      throw new EngineBusy(
        `the engine has ${own.tasks} ${what} of one workspace to do (${own.characters} characters), and takes no more of it`,
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
    return this.#inside.get(name) ?? { tasks: 0, characters: 0 };
  }

  #add(name: string, tasks: number, characters: number): void {
    const before = this.#of(name);
    const inside = { tasks: before.tasks + tasks, characters: before.characters + characters };
    if (inside.tasks > 0) this.#inside.set(name, inside);
    else this.#inside.delete(name);
  }
}
