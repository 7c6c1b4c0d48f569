'use client'
import { Failure } from '#components/ui/failure.tsx'

export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <main className="grid min-h-dvh place-content-center">
      <Failure heading="h1" error={error} retry={retry} />
    </main>
  )
}
