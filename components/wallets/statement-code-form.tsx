import { Button } from '#components/ui/button.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { CardPart, PaperCard } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type StatementCodeFormProps = { language: Language; unknown?: string | undefined }

/** The form for the code of a printed statement. `unknown` is a typed code that no statement has. */
export function StatementCodeForm({ language, unknown }: StatementCodeFormProps) {
  const t = textOf(language)
  const error = unknown === undefined ? undefined : t('statement.unknown')
  return (
    <PaperCard>
      <CardPart>
        <h1 className="text-title font-semibold">{t('statement.title')}</h1>
        <p className="mt-1 mb-4 text-ink-2">{t('statement.hint')}</p>
        <form action="/statement" method="get">
          <label htmlFor="code" className="mb-1 block text-table font-[540]">
            {t('statement.code')}
          </label>
          <TextInput
            id="code"
            name="code"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={EXAMPLE}
            defaultValue={unknown}
            figures
            {...(error ? { 'aria-invalid': true as const, 'aria-describedby': 'code-error' } : {})}
          />
          <FieldError id="code-error" error={error} />
          <Button type="submit" variant="primary" size="large" className="mt-4 w-full">
            {t('statement.verify')}
          </Button>
        </form>
      </CardPart>
    </PaperCard>
  )
}

const EXAMPLE = 'K7QM-3XPD-9RTV-2H4N'
