/** The packages of package-lock.json that production needs: for what a release lists, and for what an image keeps. */
import { readFileSync } from 'node:fs'

export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** By folder; '' is this one. */
export type LockedPackages = Record<string, LockedPackage>

export function lockedPackages(): LockedPackages {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: LockedPackages }
  return packages
}

/** The name of the package in a folder: `@scope/name` of `node_modules/a/node_modules/@scope/name`. */
export function nameOfFolder(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The folders of the packages that the dependencies need, and what they need, apart from those that are left out. */
export function neededFolders(
  packages: LockedPackages,
  isLeftOut: (name: string) => boolean = () => false,
): Set<string> {
  const needed = new Set<string>()
  const visit = (folder: string) => {
    for (const found of needsOf(packages, folder, isLeftOut)) {
      if (needed.has(found)) continue
      needed.add(found)
      visit(found)
    }
  }
  visit('')
  return needed
}

/** The folders of what one package needs: dependencies, optional ones that are locked, and peers that must be there. */
export function needsOf(
  packages: LockedPackages,
  folder: string,
  isLeftOut: (name: string) => boolean = () => false,
): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    packages[folder] ?? {}
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])]
    .filter((name) => !isLeftOut(name))
    .flatMap((name) => resolveIn(packages, folder, name) ?? [])
}

/** As Node looks for it: in the node_modules of the folder, then in those of the folders above. */
function resolveIn(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}
