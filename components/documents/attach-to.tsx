import type { BulkAction } from '#components/shared/list/list.ts'
import { Paperclip } from '#components/ui/icons.tsx'

export type AttachableList = 'payments' | 'orders' | 'refunds'

/** Attaches a document to the selected rows of a list. */
export function attachTo(list: AttachableList): BulkAction {
  return {
    label: 'Attach document',
    icon: <Paperclip aria-hidden="true" />,
    href: '/documents/attach-to',
    field: { name: 'of', value: list },
    permission: 'documents:write',
    takesAll: true,
  }
}
