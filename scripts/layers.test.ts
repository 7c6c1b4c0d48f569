import { expect, test } from 'vitest'
import { forbiddenImports, sqlInSurface } from './layers.ts'

test('a rule may use values and errors, and nothing that reaches out', () => {
  const allowed =
    "import { refused } from '#lib/pipeline/errors.ts'\nimport { z } from 'zod'\nimport type { A } from './schema.ts'\n"
  expect(forbiddenImports('lib/domain/payments/rules.ts', allowed)).toEqual([])
  expect(
    forbiddenImports('lib/domain/payments/rules.ts', "import { database } from '#lib/database/client.ts'\n"),
  ).toEqual([
    'lib/domain/payments/rules.ts imports #lib/database/client.ts, which a schema or a rule may not.',
  ])
})

test('an operation may name the types of the Prisma client, and not load it', () => {
  const imported = (kind: string) => `import ${kind}{\n  orders,\n} from '#lib/generated/prisma/client.ts'\n`
  expect(forbiddenImports('lib/domain/orders/find.ts', imported('type '))).toEqual([])
  expect(forbiddenImports('lib/domain/orders/find.ts', imported(''))).toHaveLength(1)
})

test('every way to import is seen', () => {
  const source = [
    "import 'pg'",
    "export * from '@prisma/adapter-pg'",
    "export { a } from '#lib/database/client.ts'",
    "const b = await import('#app/page.tsx')",
  ].join('\n')
  expect(forbiddenImports('components/ui/button.tsx', source)).toHaveLength(4)
})

test('packages are allowed by name, with whatever path inside them', () => {
  const source = "import Link from 'next/link'\nimport { Dialog } from '@base-ui/react/dialog'\n"
  expect(forbiddenImports('components/ui/dialog.tsx', source)).toEqual([])
})

test('nothing climbs, and nothing lies outside the layers', () => {
  expect(forbiddenImports('components/ui/button.tsx', "import { x } from '../x.ts'\n")).toHaveLength(1)
  expect(forbiddenImports('elsewhere/x.ts', '')).toEqual([
    'elsewhere/x.ts falls in no layer of scripts/layers.ts.',
  ])
})

test('a surface holds no SQL', () => {
  const select = 'const rows = await query(`SELECT id\n FROM bills WHERE token = $1`, [token])'
  expect(sqlInSurface('lib/surfaces/customer-link.ts', select)).toHaveLength(1)
  expect(
    sqlInSurface('lib/surfaces/log.ts', 'const text = `INSERT INTO request_logs (id) VALUES ($1)`'),
  ).toHaveLength(1)
  expect(sqlInSurface('lib/auth/link-holder.ts', select)).toEqual([])
  expect(sqlInSurface('lib/surfaces/bill.db.test.ts', select)).toEqual([])
  expect(sqlInSurface('lib/surfaces/words.ts', "const label = 'Select a file from the list'")).toEqual([])
})
