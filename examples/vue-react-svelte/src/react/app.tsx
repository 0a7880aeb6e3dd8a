import { useEffect, useState } from 'react'
import { baseUrl } from '../start.ts'

export function App() {
  const [resources, setResources] = useState<{ id: string; name: string }[]>([])
  useEffect(() => {
    void fetch(`${baseUrl}/v2/deployments?limit=3`)
      .then((response) => response.json())
      .then(({ resources }) => setResources(resources))
  }, [])
  return (
    <ul>
      {resources.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
