import { redirect } from 'next/navigation'
import { StatementCodeForm } from '#components/wallets/statement-code-form.tsx'
import { codeText, readCode } from '#lib/values/statement-code.ts'

/** Takes a typed code, and redirects to its page. */
export default async function StatementCodePage({ searchParams }: PageProps<'/statement'>) {
  const { code } = await searchParams
  const typed = Array.isArray(code) ? code.at(-1) : code
  if (!typed) return <StatementCodeForm />
  const read = readCode(typed)
  if (read === null) return <StatementCodeForm unknown={typed.slice(0, 40)} />
  redirect(`/statement/${codeText(read)}`)
}
