interface ServiceNames {
  services: Readonly<Record<string, string>>;
  unknownService: string;
}

/** How the success message names a service (docs/behaviour.md, section 3); any unknown value has one name. */
export function serviceName(copy: ServiceNames, value: string): string {
  return (Object.hasOwn(copy.services, value) && copy.services[value]) || copy.unknownService;
}
