import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { SumTable } from './sum-table.tsx'

it('keeps its columns beside the stub, where other tables fold', () => {
  const settlement = { id: 'setl_NfLw3gQ81xRt0a', kinds: [], currency: 'INR', amount: 0 } as unknown
  // Rows fold by the container of this name, so there is none.
  expect(renderToStaticMarkup(<SumTable settlement={settlement as SettlementDetails} />)).not.toContain(
    '@container/rows',
  )
})
