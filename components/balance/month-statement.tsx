import { Check, X } from 'lucide-react'
import type { ReconciledMonth } from '#lib/domain/balance/schema.ts'
import { KindsTable } from './kinds-table.tsx'
import { movementsHref } from './movement-labels.ts'

/** A month from its opening to its closing balance, by kind, and whether the ledger says the same. */
export function MonthStatement({ month }: { month: ReconciledMonth }) {
  const { kinds, opening, closing, currency, ledger } = month
  const sum = (name: 'credit' | 'debit' | 'fee') => kinds.reduce((total, kind) => total + kind[name], 0n)
  const reconciles = opening + ledger === closing && opening + sum('credit') - sum('debit') === closing
  const Mark = reconciles ? Check : X
  return (
    <>
      <KindsTable
        caption="Movements of the month by kind"
        kinds={kinds}
        currency={currency}
        href={(kind) => movementsHref(month, { kind })}
        opening={{ label: 'Opening balance', amount: opening }}
        closing={{ label: 'Closing balance', amount: closing }}
      />
      <p
        className={`mt-3 flex items-center gap-1.5 text-table font-semibold ${reconciles ? 'text-good' : 'text-bad'}`}
        role={reconciles ? undefined : 'alert'}
      >
        <Mark aria-hidden="true" className="size-4 flex-none" strokeWidth={2.5} />
        {reconciles
          ? 'Reconciles: opening balance, credits and debits come to the closing balance, and the ledger agrees.'
          : 'Does not reconcile with the ledger. Run counterfoil doctor.'}
      </p>
    </>
  )
}
