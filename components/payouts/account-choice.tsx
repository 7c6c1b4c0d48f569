import { FieldError } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'

type AccountChoiceProps = {
  accounts: ListedFundAccount[]
  chosen: string
  error: string | undefined
  addHref: string
  onChoose: (id: string) => void
}

/** The active accounts of a customer, of which the money goes to one. */
export function AccountChoice({ accounts, chosen, error, addHref, onChoose }: AccountChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'account-error' : undefined}>
      <legend className="mb-1 text-table font-[540]">Bank account</legend>
      <ul className="grid gap-1.5">
        {accounts.map(({ id, bank_name, number_last4, name, ifsc }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-2.5 rounded-control border border-line-strong px-3 py-2 has-checked:border-accent">
              <input
                type="radio"
                name="fund_account_id"
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="mt-1"
              />
              <span className="min-w-0">
                <span className="num block font-[540]">
                  {bank_name} ••••{number_last4}
                </span>
                <span className="block text-small text-ink-2">
                  {name} · <span className="mono">{ifsc}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <FieldError id="account-error" error={error} />
      <p className="mt-1.5 text-small">
        <Link href={addHref} className="link">
          Create another fund account
        </Link>
      </p>
    </fieldset>
  )
}
