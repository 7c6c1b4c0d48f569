import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'

/** Ten codes, shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid max-w-130 gap-5">
      <Notice tone="wait" role="status" title="Store your recovery codes">
        They are shown only once. Each replaces a code of your authenticator app, once.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="mono grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken p-4"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <CopyButton value={codes.join('\n')}>Copy codes</CopyButton>
        <LinkButton href="/settings/account">Done</LinkButton>
      </p>
    </div>
  )
}
