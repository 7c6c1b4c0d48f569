import { ChevronsUpDown } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { lifted, menuItem } from '#components/ui/looks.ts'
import { barMenu } from './looks.ts'

type MerchantMenuProps = {
  merchants: { id: string; name: string }[]
  current: { id: string; name: string }
  action: (form: FormData) => Promise<void>
}

/** The merchant that is looked at; a menu when the person belongs to several. */
export function MerchantMenu({ merchants, current, action }: MerchantMenuProps) {
  if (merchants.length < 2) return <span className="truncate text-ink-2 max-desk:hidden">{current.name}</span>
  return (
    <>
      <Button popoverTarget="merchant-menu" variant="quiet" className="min-w-0" title="Change merchant">
        <span className="truncate max-desk:sr-only">{current.name}</span>
        <ChevronsUpDown aria-hidden="true" />
      </Button>
      <form
        id="merchant-menu"
        popover="auto"
        action={action}
        className={`${lifted} ${barMenu}`}
        aria-label="Merchant"
      >
        {merchants.map((merchant) => (
          <button
            key={merchant.id}
            type="submit"
            name="merchant_id"
            value={merchant.id}
            aria-pressed={merchant.id === current.id}
            className={menuItem}
          >
            {merchant.name}
          </button>
        ))}
      </form>
    </>
  )
}
