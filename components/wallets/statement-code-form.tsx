import { Button } from '#components/ui/button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { CardPart, PaperCard } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'

/** Takes the code of a statement on paper. `unknown` is one that was typed and that no statement has. */
export function StatementCodeForm({ unknown }: { unknown?: string | undefined }) {
  const error =
    unknown === undefined
      ? undefined
      : 'No statement has this code. Compare it with the paper, letter by letter; if it is the same, the paper is not genuine.'
  return (
    <PaperCard>
      <CardPart>
        <h1 className="text-title font-semibold">Check a statement</h1>
        <p className="mt-1 mb-4 text-ink-2">
          The code stands at the top of the paper: sixteen letters and digits. It shows what the statement
          says.
        </p>
        <form action="/statement" method="get">
          <label htmlFor="code" className="mb-1 block text-table font-[540]">
            Code
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
            Check it
          </Button>
        </form>
      </CardPart>
    </PaperCard>
  )
}
