import { PrintButton } from '#components/shared/print-button.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Download } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith, type Query } from '#components/ui/query.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

type DownloadsProps = {
  path: string
  query: Query
  id: string
  period: { from?: number | undefined; to?: number | undefined }
  entries: number
  /** Whether the reader may have files. */
  may: boolean
}

/** The page size of the API. */
const MOST = 100
const PLACE = { below: null, above: null, count: null }

/** The statement as files. The API returns a hundred entries per page, and so do its files. */
export function Downloads({ path, query, id, period, entries, may }: DownloadsProps) {
  const parts = Math.max(1, Math.min(10, Math.ceil(entries / MOST)))
  return (
    <div className="print:hidden mb-3 flex flex-wrap items-center gap-2">
      <LinkButton href={`/customers/${id}?tab=wallet`}>Wallet</LinkButton>
      <span className="ml-auto flex flex-wrap justify-end gap-2 max-phone:ml-0 max-phone:justify-start">
        <PrintButton />
        <Permitted allowed={may} permission={EXPORT_PERMISSION} label="PDF, CSV, JSON">
          <DocumentButton href={hrefWith(`${path}/pdf`, query, PLACE)}>
            <Download aria-hidden="true" /> PDF
          </DocumentButton>
          <DocumentButton href={hrefWith(`${path}/csv`, query, PLACE)}>
            <Download aria-hidden="true" /> CSV
          </DocumentButton>
          {skipsOf(parts).map((skip) => (
            <DocumentButton
              key={skip}
              href={hrefWith(
                `${path}/json`,
                {},
                {
                  from: period.from ?? null,
                  to: period.to ?? null,
                  count: MOST,
                  skip,
                },
              )}
            >
              <Download aria-hidden="true" />{' '}
              {parts === 1 ? 'JSON' : `JSON ${skip + 1}–${Math.min(entries, skip + MOST)}`}
            </DocumentButton>
          ))}
        </Permitted>
      </span>
      {entries > MOST * 10 && (
        <p className="w-full text-small text-ink-2">
          For older entries as JSON, use GET /v1/customers/{id}/statement with a larger skip.
        </p>
      )}
    </div>
  )
}

function skipsOf(parts: number): number[] {
  return [...Array(parts).keys()].map((part) => part * MOST)
}
