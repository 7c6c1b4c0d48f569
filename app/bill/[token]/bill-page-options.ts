import { documentOptions } from '#lib/surfaces/customer-link.ts'

/** The options of every document below this route. */
export async function billPageOptions(token: string) {
  const styles = [
    'components/bills/document/bill-page.css',
    'components/bills/document/bill-paper.css',
  ] as const
  return { ...(await documentOptions(...styles)), path: `/bill/${token}` }
}
