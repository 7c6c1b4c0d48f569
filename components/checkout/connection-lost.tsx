import { Notice } from '#components/ui/notice.tsx'

/** What a payer reads when no response came, kept for the script of the page. The key of the form makes a repeat safe. */
export function ConnectionLost() {
  return (
    <template data-connection-lost="">
      <div className="mb-3 [.grid>&]:mb-0">
        <Notice tone="bad" role="alert" title="Connection lost">
          Check it and try again. You won't be charged twice. If it happens again, reload the page.
        </Notice>
      </div>
    </template>
  )
}
