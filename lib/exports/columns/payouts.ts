import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, notesCell, timestampColumns } from './shared.ts'

/** The columns of the file of payouts. Of an account number it has the last four characters, as the pages do. */
export function columnsOf(zone: string): [name: string, cell: (payout: ListedPayout) => CsvCell][] {
  return [
    ['payout_id', (payout) => payout.id],
    ...timestampColumns<ListedPayout>('created', zone, (payout) => payout.created_at),
    ['status', (payout) => payout.status],
    ['customer_id', (payout) => payout.customer_id],
    ['customer_name', (payout) => payout.customer_name],
    ['fund_account_id', (payout) => payout.fund_account_id],
    ['holder', (payout) => payout.holder],
    ['bank', (payout) => payout.bank_name],
    ['ifsc', (payout) => payout.ifsc],
    ['account_ending', (payout) => `••••${payout.number_last4}`],
    ['currency', (payout) => payout.currency],
    ...amountColumns<ListedPayout>('amount', (payout) => payout.amount),
    ...amountColumns<ListedPayout>('fees', (payout) => payout.fees),
    ...amountColumns<ListedPayout>('tax', (payout) => payout.tax),
    ['purpose', (payout) => payout.purpose],
    ['reference_id', (payout) => payout.reference_id],
    ['narration', (payout) => payout.narration],
    ['utr', (payout) => payout.utr],
    ['failure_reason', (payout) => payout.failure_reason],
    ['requested_by', (payout) => creatorText(payout.created_by)],
    ...timestampColumns<ListedPayout>('finished', zone, (payout) => payout.finished_at),
    ['mode', (payout) => payout.mode],
    ['notes', (payout) => notesCell(payout.notes)],
  ]
}
