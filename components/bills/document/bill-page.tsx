import { BareDocument, type BareDocumentProps } from '#components/shared/bare-document.tsx'

type BillPageProps = Omit<BareDocumentProps, 'bodyClass'> & { roll?: boolean }

/** The document around a bill, on A4 or on a roll. */
export function BillPage({ roll = false, ...document }: BillPageProps) {
  return <BareDocument {...document} bodyClass={roll ? 'page-roll' : undefined} />
}
