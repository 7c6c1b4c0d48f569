import type { ReactNode } from 'react'
import { Slip, StubSection } from '#components/ui/slip.tsx'

/** The form as a slip; its stub explains the fields. */
export function CustomerSheet({ editing = false, children }: { editing?: boolean; children: ReactNode }) {
  return (
    <Slip
      stub={
        <>
          <StubSection title="Automatic linking">
            <p className="text-table text-ink-2">
              Payments with this email and phone number, and payments of the customer's orders, are linked
              automatically. Each pair of email and phone number belongs to one customer.
            </p>
          </StubSection>
          <StubSection title="Wallets">
            <p className="text-table text-ink-2">
              Wallets need a valid Indian mobile number. The number is checked while you type.
            </p>
          </StubSection>
          {editing && (
            <StubSection title="Saving replaces all fields">
              <p className="text-table text-ink-2">
                Name, email, phone, GSTIN and notes are replaced with the form's values. Empty fields are
                cleared. Payments and orders stay linked.
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
