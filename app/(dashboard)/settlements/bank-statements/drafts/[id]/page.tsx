import type { Metadata } from 'next'
import {
  chooseColumnsAction,
  discardStatementAction,
  importStatementAction,
} from '#app/(dashboard)/settlements/bank-statements/actions.ts'
import { FORMAT_LABELS, linesText } from '#components/bank-statements/bank-labels.ts'
import { ColumnsForm } from '#components/bank-statements/columns-form.tsx'
import { ImportForm } from '#components/bank-statements/import-form.tsx'
import { ImportPreview } from '#components/bank-statements/import-preview.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip, SlipHead, StubSection } from '#components/ui/slip.tsx'
import { currentPreferences } from '#lib/auth/staff.ts'
import type { StatementDraft } from '#lib/domain/bank-statements/schema.ts'
import { fetchStatementDraft } from '#lib/domain/bank-statements/upload.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'

export const metadata: Metadata = { title: 'Preview · Bank statements' }

type Props = PageProps<'/settlements/bank-statements/drafts/[id]'>

export default async function StatementPreviewPage({ params }: Props) {
  const [draft, { grouping }] = await Promise.all([
    params.then(({ id }) => read(fetchStatementDraft, { id })),
    currentPreferences(),
  ])
  const { id, file_name, table, problem } = draft
  return (
    <>
      <Crumbs href="/settlements/bank-statements/import" label="Import" id={id} name={file_name} />
      <Slip
        stub={
          <StubSection title="File">
            <DescriptionList>
              <Entry term="Name">{file_name}</Entry>
              <Entry term="Format">{FORMAT_LABELS[draft.format]}</Entry>
              <Entry term="ID">
                <Id value={id} />
              </Entry>
            </DescriptionList>
          </StubSection>
        }
      >
        <SlipHead
          amount={<span className="block text-title tracking-[-0.012em]">Check the import</span>}
          actions={
            <ActionButton
              action={discardStatementAction}
              initial={openForm()}
              hidden={{ id }}
              variant="danger"
              pendingText="Discarding…"
            >
              Discard file
            </ActionButton>
          }
        >
          <span>Nothing is imported yet.</span>
        </SlipHead>
        <div className="mt-5 grid max-w-140 gap-6">
          {problem !== null && (
            <Notice tone="wait" role="status" title="Not ready to import">
              {problem}
            </Notice>
          )}
          <ImportPreview draft={draft} />
          {problem === null && <Import draft={draft} grouping={grouping} />}
          {table && <Columns id={id} table={table} />}
        </div>
      </Slip>
    </>
  )
}

function Import({ draft, grouping }: { draft: StatementDraft; grouping: Grouping }) {
  const { id, plan, statements, currency } = draft
  const added = statements.reduce((sum, statement) => sum + statement.added, 0)
  const uncertain = statements.flatMap((statement) =>
    statement.uncertain.map(({ key, line, date, side, amount, text }) => ({
      key,
      label: `Line ${line}: ${side} of ${formatMoney(amount, currency, grouping)}, ${date}`,
      hint: text,
    })),
  )
  if (added === 0 && uncertain.length === 0)
    return (
      <Notice role="status" title="No new lines">
        All lines of this file were imported before.
      </Notice>
    )
  return (
    <ImportForm
      id={id}
      plan={plan}
      label={uncertain.length === 0 ? `Import ${linesText(added)}` : 'Import'}
      uncertain={uncertain}
      action={importStatementAction}
      initial={openForm()}
    />
  )
}

function Columns({ id, table }: { id: string; table: NonNullable<StatementDraft['table']> }) {
  const { heads, rows, columns, account_number, date_order_open } = table
  const values = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value === null ? '' : String(value)]),
  )
  return (
    <section className="grid gap-4">
      <h2 className="font-semibold">Columns of the file</h2>
      <p className="max-w-140 text-ink-2">
        Saved for the next file with the same headings.
        {date_order_open &&
          ' Day and month could be swapped in every date of this file: check the date format against the period above.'}
      </p>
      <FirstRows heads={heads} rows={rows} />
      <ColumnsForm
        id={id}
        heads={heads}
        action={chooseColumnsAction}
        initial={openForm({ ...values, account_number })}
      />
    </section>
  )
}

/** What each column holds in the first rows: as a list, since a file can have more columns than a page is wide. */
function FirstRows({ heads, rows }: { heads: string[]; rows: string[][] }) {
  return (
    <DescriptionList className="max-w-140 [--term:170px]">
      {heads.map((head, at) => (
        // The position is what a column is chosen by.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Entry key={at} term={`${at + 1}. ${head}`}>
          {rows
            .map((cells) => (cells[at] ?? '').slice(0, 40))
            .filter(Boolean)
            .join(' · ')}
        </Entry>
      ))}
    </DescriptionList>
  )
}
