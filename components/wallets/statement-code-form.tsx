import { Button } from '#components/ui/button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { CardPart, PaperCard } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** The form for the code of a printed statement. `unknown` is a typed code that no statement has. */
export function StatementCodeForm({ unknown }: { unknown?: string | undefined }) {
  const error =
    unknown === undefined
      ? undefined
      : 'No statement has this code. Check each character. If the code is the same, the statement is not genuine.'
  return (
    <PaperCard>
      <CardPart>
        <h1 className="text-title font-semibold">Verify a statement</h1>
        <p className="mt-1 mb-4 text-ink-2">
          Enter the 16-character verification code printed at the top of the statement.
        </p>
        <form action="/statement" method="get">
          <label htmlFor="code" className="mb-1 block text-table font-[540]">
            Verification code
          </label>
          <TextInput
            id="code"
            name="code"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="K7QM-3XPD-9RTV-2H4N"
            defaultValue={unknown}
            figures
            {...(error ? { 'aria-invalid': true as const, 'aria-describedby': 'code-error' } : {})}
          />
          <FieldError id="code-error" error={error} />
          <Button type="submit" variant="primary" size="large" className="mt-4 w-full">
            Verify statement
          </Button>
        </form>
      </CardPart>
    </PaperCard>
  )
}
