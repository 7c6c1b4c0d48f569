import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourcesOf } from './bare-folder.ts'
import { lockedPackages, neededFolders } from './locked-packages.ts'
import { BUILD_ONLY } from './prune.ts'

/** Scripts that make or check a build, and are not run where it serves. */
const NOT_AT_RUN_TIME =
  /^scripts\/(build|generate|icons|layers|payer-script|entry-build|weigh|words)\.ts$|^lib\/(generated|testing)\//

it('a dependency that only a build needs is loaded by nothing that Node runs as it is', () => {
  const files = globSync('{lib,bin,scripts}/**/*.{ts,mjs}', { exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter((file) => !NOT_AT_RUN_TIME.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return BUILD_ONLY.filter((name) => new RegExp(`(from |import |import\\()'${name}['/]`).test(text)).map(
        (name) => `${file}: ${name}`,
      )
    })
  expect(found).toEqual([])
})

it('names dependencies that exist, and leaves those that Node loads', () => {
  const packages = lockedPackages()
  const { dependencies = {} } = packages[''] ?? {}
  expect(BUILD_ONLY.filter((name) => !(name in dependencies))).toEqual([])
  const left = neededFolders(packages, (name) => BUILD_ONLY.includes(name))
  for (const name of ['next', 'pg', '@prisma/client', 'oidc-provider', 'sharp', 'node', '@fontsource/inter'])
    expect(left).toContain(`node_modules/${name}`)
  for (const name of BUILD_ONLY) expect(left).not.toContain(`node_modules/${name}`)
})

it('an image has the sources that a build reads, and neither settings nor data', () => {
  const sources = sourcesOf(readFileSync('.dockerignore', 'utf8'))
  for (const needed of ['app', 'lib', 'public', 'scripts', 'proxy.ts', 'tsconfig.json', 'package-lock.json'])
    expect(sources).toContain(needed)
  for (const secret of ['.env', '.data', '.git', 'node_modules']) expect(sources).not.toContain(secret)
})
