import type { ReactNode } from 'react'
import { Slip, StubSection } from '#components/ui/slip.tsx'

/** The form as a slip; its stub says what the members are for. */
export function CustomerSheet({ editing = false, children }: { editing?: boolean; children: ReactNode }) {
  return (
    <Slip
      stub={
        <>
          <StubSection title="Linked by itself">
            <p className="text-table text-ink-2">
              Who pays with this e-mail and phone number is linked to the customer, and so is every payment of
              an order for them. One customer has a pair of both.
            </p>
          </StubSection>
          <StubSection title="Wallets">
            <p className="text-table text-ink-2">
              Only a valid Indian mobile number can hold a wallet. The form says it while you type.
            </p>
          </StubSection>
          {editing && (
            <StubSection title="Saving replaces everything">
              <p className="text-table text-ink-2">
                Name, e-mail, phone, GSTIN and notes become what the form shows; a field left empty is empty
                afterwards. Payments and orders stay linked.
              </p>
            </StubSection>
          )}
        </>
      }
    >
      {children}
    </Slip>
  )
}
