import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { listOf } from './list.ts'

/**
 * Waits for the list when a whole document is asked for, so that its first bytes hold the rows: without script nothing
 * could put them in place of the skeleton later. Within the application the skeleton is shown at once.
 */
export default async function PaymentsLayout({ children }: { children: ReactNode }) {
  const sent = await headers()
  if (sent.get('sec-fetch-dest') !== 'empty') {
    const { searchParams } = new URL(sent.get('x-counterfoil-path') ?? '/', 'http://here')
    const names = [...new Set(searchParams.keys())]
    await listOf(Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)])))
  }
  return children
}
