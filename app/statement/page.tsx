import { redirect } from 'next/navigation'
import { StatementCodeForm } from '#components/wallets/statement-code-form.tsx'
import { pageLanguage } from '#lib/surfaces/language.ts'
import { codeText, readCode } from '#lib/values/statement-code.ts'

/** Takes a typed code, and redirects to its page. */
export default async function StatementCodePage({ searchParams }: PageProps<'/statement'>) {
  const [{ code }, language] = await Promise.all([searchParams, pageLanguage()])
  const typed = Array.isArray(code) ? code.at(-1) : code
  if (!typed) return <StatementCodeForm language={language} />
  const read = readCode(typed)
  if (read === null) return <StatementCodeForm language={language} unknown={typed.slice(0, 40)} />
  redirect(`/statement/${codeText(read)}`)
}
