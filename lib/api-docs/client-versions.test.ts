import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guideSampleOf, SAMPLE_NAMES } from '#lib/api-docs/guide-samples.ts'
import { CLIENT_VERSIONS } from './client-versions.ts'

const PACKAGE = /^@[\w-]+\/|^mcp-remote$/
const packages = Object.entries(CLIENT_VERSIONS).filter(([name]) => PACKAGE.test(name))

describe('the versions of clients in the guide', () => {
  it('are those that the tests run', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(Object.fromEntries(packages.map(([name]) => [name, devDependencies[name]]))).toEqual(
      Object.fromEntries(packages),
    )
  })

  it('are there for every package that a line of the guide imports or runs', () => {
    const code = SAMPLE_NAMES.filter((name) => /^(?:connect|write|program)-/.test(name))
      .map((name) => guideSampleOf(name, { baseUrl: 'https://pay.example.com', keyId: null }).code)
      .join('\n')
    const used = [...code.matchAll(/(?:from '|"|-y )(@[\w-]+\/[\w-]+|mcp-remote)/g)].map(([, name]) => name)
    expect(packages.map(([name]) => name).toSorted()).toEqual([...new Set(used)].toSorted())
  })

  it('are those of the apps in decision 17', () => {
    const decision = readFileSync('docs/decisions/0017-tools.md', 'utf8')
    for (const [name, version] of Object.entries(CLIENT_VERSIONS))
      if (!PACKAGE.test(name)) expect(decision).toContain(`| ${name} ${version} |`)
  })
})
