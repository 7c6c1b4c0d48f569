'use client'
import { Failure } from '#components/ui/failure.tsx'

type ErrorProps = { error: Error & { digest?: string }; retry: () => void }

export default function DashboardError({ error, retry }: ErrorProps) {
  return <Failure heading="h1" error={error} retry={retry} />
}
