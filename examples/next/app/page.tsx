'use client'

import { useEffect, useState } from 'react'

export default function Page() {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    void fetch('/api/v2/deployments?limit=5')
      .then((response) => response.json())
      .then(({ resources }: { resources: { name: string }[] }) => setNames(resources.map(({ name }) => name)))
  }, [])
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
