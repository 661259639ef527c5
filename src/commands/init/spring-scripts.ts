import { folderAbove, folderOf, type RepositoryFiles } from '../../repository/migrations/index.ts';

/** Scripts with which Spring Boot fills a database at the start. */
const SCRIPT = /(?:^|\/)src\/main\/resources\/(?:schema|data)(?:-\w+)?\.sql$/;
const BUILD_FILES = ['pom.xml', 'build.gradle', 'build.gradle.kts'];
const SPRING_BOOT = /\bspring-boot\b|org\.springframework\.boot/;
/** Version 1 runs the scripts in every database. */
const VERSION_1 =
  /(?:org\.springframework\.boot["']?\)?\s+version\s*\(?["']|spring-boot-(?:starter-parent|dependencies|gradle-plugin)(?:<\/artifactId>\s*<version>|:))1\./;
const SETTINGS = /(?:^|\/)application[\w.-]*\.(?:properties|ya?ml)$/;
/** `spring.sql.init.mode`, before 2.5 `spring.datasource.initialization-mode`, before 2.0 `…initialize`. */
const RUNS_ALWAYS = /\b(?:mode|initialization-mode)\s*[:=]\s*["']?always|\binitialize\s*[:=]\s*["']?true/i;

/**
 * The `schema.sql` and `data.sql` that Spring Boot runs in an embedded database (H2, HSQLDB, Derby) and in no other:
 * `spring.sql.init.mode` is `embedded` unless a configuration says `always`.
 */
export async function embeddedScripts(files: RepositoryFiles): Promise<ReadonlySet<string>> {
  const all = new Set(files.paths);
  const found = new Set<string>();
  for (const path of files.sql.filter((each) => SCRIPT.test(each))) {
    const resources = folderOf(path);
    const build = await buildFile(files, all, resources);
    if (build === undefined || VERSION_1.test(build)) continue;
    const settings = files.paths.filter((each) => each.startsWith(resources) && SETTINGS.test(each));
    const texts = await Promise.all(settings.map((each) => files.text(each)));
    if (!texts.some((text) => text === undefined || RUNS_ALWAYS.test(text))) found.add(path);
  }
  return found;
}

/** The nearest build file above the folder that uses Spring Boot. */
async function buildFile(
  files: RepositoryFiles,
  all: ReadonlySet<string>,
  resources: string,
): Promise<string | undefined> {
  for (let folder = folderAbove(resources); folder !== undefined; folder = folderAbove(folder))
    for (const name of BUILD_FILES) {
      const text = all.has(folder + name) ? await files.text(folder + name) : undefined;
      if (text !== undefined && SPRING_BOOT.test(text)) return text;
    }
  return undefined;
}
