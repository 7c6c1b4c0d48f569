import { Genuine } from '#components/wallets/checked-statement.tsx'
import { StatementCodeForm } from '#components/wallets/statement-code-form.tsx'
import { checkStatement } from '#lib/domain/wallets/seal-statement.ts'
import { readByCode } from '#lib/surfaces/customer-link.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'

/** The figures of the statement with this code. The URL is printed on it. */
export default async function CheckedStatementPage({ params }: PageProps<'/statement/[code]'>) {
  const [{ code }, language] = await Promise.all([params, pageLanguage()])
  const statement = await readByCode(checkStatement, code)
  return statement ? (
    <Genuine language={language} statement={statement} />
  ) : (
    <StatementCodeForm language={language} unknown={code.slice(0, 40)} />
  )
}
