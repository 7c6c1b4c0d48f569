/**
 * Where the files of the application are. A checkout runs in its own folder. The package of npm runs in any folder: its command
 * names its own in the environment, since pages, threads and child processes have modules of their own.
 */

/** The folder of the package of npm; undefined in a checkout. */
export function packageFolder(): string | undefined {
  return process.env.COUNTERFOIL_PACKAGE
}

/** @param path from the folder of the application on, with slashes */
export function applicationFile(path: string): string {
  return `${packageFolder() ?? process.cwd()}/${path}`
}

/** A module of ours that a thread or a process of its own runs: its source or, in the package, as it was built. */
export function programFile(source: `${string}.ts`): string {
  return applicationFile(packageFolder() === undefined ? source : source.replace(/ts$/, 'mjs'))
}

/** What a thread or a process with an environment of its own needs in it to find the files. */
export function applicationEnvironment(): Record<string, string> {
  const folder = packageFolder()
  return folder === undefined ? {} : { COUNTERFOIL_PACKAGE: folder }
}
