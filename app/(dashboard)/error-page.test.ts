import { globSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))

it('every page of a record that is gone is drawn without script, too', async () => {
  const { NOT_FOUND } = await import('./error-page.tsx')
  const files = globSync('app/(dashboard)/*/**/not-found.tsx')
  expect(files.length).toBeGreaterThan(4)
  const paths = files.map((file) => file.replace('app/(dashboard)', '').replace('[id]/not-found.tsx', ''))
  expect(Object.keys(NOT_FOUND).toSorted()).toEqual(paths.toSorted())
})
