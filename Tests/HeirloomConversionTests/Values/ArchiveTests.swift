import Testing

/// Property lists and keyed archives as JSON. The bytes were written by Python's plistlib, laid out by hand as Foundation's archiver
/// lays out its objects.
@Suite struct `Property lists and archives` {
  @Test func `property lists of both forms become JSON with sorted keys`() throws {
    try expectValues([
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDYAQIDBAUGBwgJCgsMDRITFFFiUWRUZGF0YVFmVGxpc3RRblRuYW1lVm5lc3RlZAkzQPfKUAAAAABCAP8jP/gAAAAAAACjDg8REAGhEFF40BADU1RlYdEVFlFh0QEXUWMIGRsdIiQpKzA3OEFETVFTVVdYWl5hY2YAAAAAAAABAQAAAAAAAAAYAAAAAAAAAAAAAAAAAAAAaA==\")!.propertyListJSON()",
        #"'{"b":true,"d":"2001-01-02T03:04:05Z","data":"AP8=","f":1.5,"list":[1,["x"],{}],"n":3,"name":"Tea","nested":{"a":{"b":"c"}}}'"#
      ),
      ValueCase(
        "String",
        "Data(base64: \"PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPCFET0NUWVBFIHBsaXN0IFBVQkxJQyAiLS8vQXBwbGUvL0RURCBQTElTVCAxLjAvL0VOIiAiaHR0cDovL3d3dy5hcHBsZS5jb20vRFREcy9Qcm9wZXJ0eUxpc3QtMS4wLmR0ZCI+CjxwbGlzdCB2ZXJzaW9uPSIxLjAiPgo8ZGljdD4KCTxrZXk+YTwva2V5PgoJPGFycmF5PgoJCTxpbnRlZ2VyPjE8L2ludGVnZXI+CgkJPHJlYWw+Mi41PC9yZWFsPgoJCTxzdHJpbmc+w6k8L3N0cmluZz4KCTwvYXJyYXk+CjwvZGljdD4KPC9wbGlzdD4K\")!.propertyListJSON()",
        #"'{"a":[1,2.5,"é"]}'"#),
      ValueCase("String", "Data(base64: \"AP8=\")!.propertyListJSON()", "NULL"),
    ])
  }

  @Test func `archives of dictionaries, arrays, dates, links and identities become JSON, however they nest`() throws {
    try expectValues([
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGUFNZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKvEBgHCBcYGRobHyUpLzAxNTk6O0FERUhJTE1VJG51bGzTCQoLDA0SViRjbGFzc1dOUy5rZXlzWk5TLm9iamVjdHOAEKQODxARgAKAA4AEgAWkExQVFoAGgAeACYANVHdoZW5UbGlua1VpdGVtc1JpZNIJHB0eV05TLnRpbWWAESNA9RgIAAAAANMJICEiIyRXTlMuYmFzZVtOUy5yZWxhdGl2ZYATgAiAEtMJICEmJyiAE4AAgBTSCQsqK4AVoywtLoAKgAuADBABU3R3b9IJCzIzgBWhNIAW0gk2NzhcTlMudXVpZGJ5dGVzgBdPEBAAAQIDBAUGBwgJCgsMDQ4PUXVSdTLSPD0+P1gkY2xhc3Nlc1okY2xhc3NuYW1loj9AXE5TRGljdGlvbmFyeVhOU09iamVjdNI8PUJDokNAVk5TRGF0ZVhwYWdlP3g9MdI8PUZHokdAVU5TVVJMXxASaHR0cHM6Ly9hLmV4YW1wbGUv0jw9SkuiS0BXTlNBcnJheQnSPD1OT6JPQFZOU1VVSUTRUVJUcm9vdIABEgABhqAACAARABsAJAApADIARABfAGUAbABzAHsAhgCIAI0AjwCRAJMAlQCaAJwAngCgAKIApwCsALIAtQC6AMIAxADNANQA3ADoAOoA7ADuAPUA9wD5APsBAAECAQYBCAEKAQwBDgESARcBGQEbAR0BIgEvATEBRAFGAUkBTgFXAWIBZQFyAXsBgAGDAYoBkwGYAZsBoQG2AbsBvgHGAccBzAHPAdYB2QHeAeAAAAAAAAACAQAAAAAAAABUAAAAAAAAAAAAAAAAAAAB5Q==\")!.keyedArchiveJSON()",
        #"'{"id":"00010203-0405-0607-0809-0A0B0C0D0E0F","items":[1,"two",[true]],"link":"https://a.example/page?x=1","when":"2001-01-02T00:00:00.5Z"}'"#
      ),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGFhlZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKkBwgPEFUkbnVsbNMJCgsMDQ5WJGNsYXNzVG5hbWVUc2l6ZYADgAIQA1Nib3jSERITFFgkY2xhc3Nlc1okY2xhc3NuYW1lohQVWU15QXBwLkJveFhOU09iamVjdNEXGFRyb290gAESAAGGoAgRGyQpMkRJT1ZdYmdpa21xdn+KjZego6iqAAAAAAAAAQEAAAAAAAAAGgAAAAAAAAAAAAAAAAAAAK8=\")!.keyedArchiveJSON()",
        #"'{"$class":"MyApp.Box","name":"box","size":3}'"#),
      ValueCase("String", "Data(base64: \"AP8=\")!.keyedArchiveJSON()", "NULL"),
    ])
  }

  @Test func `archived colours become their components`() throws {
    try expectValues([
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGHyJZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgZVSRudWxs2AkKCwwNDg8QERITFBUWFxhWJGNsYXNzXE5TQ29sb3JTcGFjZVVOU1JHQldVSUFscGhhVlVJQmx1ZV8QFVVJQ29sb3JDb21wb25lbnRDb3VudFdVSUdyZWVuVVVJUmVkgAIQAkowLjUgMC4yNSAxIz/oAAAAAAAAIz/wAAAAAAAAEAQjP9AAAAAAAAAjP+AAAAAAAADSGhscHVgkY2xhc3Nlc1okY2xhc3NuYW1loh0eV1VJQ29sb3JYTlNPYmplY3TRICFUcm9vdIABEgABhqAACAARABsAJAApADIARABIAE4AXwBmAHMAeQCBAIgAoACoAK4AsACyAL0AxgDPANEA2gDjAOgA8QD8AP8BBwEQARMBGAEaAAAAAAAAAgEAAAAAAAAAIwAAAAAAAAAAAAAAAAAAAR8=\")!.keyedArchiveJSON()",
        #"'{"alpha":0.75,"blue":1.0,"green":0.25,"red":0.5}'"#),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGGx5ZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgVVSRudWxs1gkKCwwNDg8QERITFFYkY2xhc3NcTlNDb2xvclNwYWNlV05TV2hpdGVXVUlBbHBoYV8QFVVJQ29sb3JDb21wb25lbnRDb3VudFdVSVdoaXRlgAIQBEMwLjUjP/AAAAAAAAAQAiM/4AAAAAAAANIWFxgZWCRjbGFzc2VzWiRjbGFzc25hbWWiGRpXVUlDb2xvclhOU09iamVjdNEcHVRyb290gAESAAGGoAgRGyQpMkRITltib3d/l5+ho6ewsrvAydTX3+jr8PIAAAAAAAABAQAAAAAAAAAfAAAAAAAAAAAAAAAAAAAA9w==\")!.keyedArchiveJSON()",
        #"'{"alpha":1.0,"white":0.5}'"#),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgPVSRudWxs0wkKCwwNDlYkY2xhc3NcTlNDb2xvclNwYWNlVU5TUkdCgAIQAUswLjUgMC4yNSAxANIQERITWCRjbGFzc2VzWiRjbGFzc25hbWWiExRXTlNDb2xvclhOU09iamVjdNEWF1Ryb290gAESAAGGoAgRGyQpMkRITlVcaW9xc3+EjZibo6yvtLYAAAAAAAABAQAAAAAAAAAZAAAAAAAAAAAAAAAAAAAAuw==\")!.keyedArchiveJSON()",
        #"'{"alpha":1.0,"blue":1.0,"green":0.25,"red":0.5}'"#),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgPVSRudWxs0wkKCwwNDlYkY2xhc3NcTlNDb2xvclNwYWNlVU5TUkdCgAIQAk8QEDAuNSAwLjI1IDEgMC43NQDSEBESE1gkY2xhc3Nlc1okY2xhc3NuYW1lohMUV05TQ29sb3JYTlNPYmplY3TRFhdUcm9vdIABEgABhqAIERskKTJESE5VXGlvcXOGi5Sfoqqztru9AAAAAAAAAQEAAAAAAAAAGQAAAAAAAAAAAAAAAAAAAMI=\")!.keyedArchiveJSON()",
        #"'{"alpha":0.75,"blue":1.0,"green":0.25,"red":0.5}'"#),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgPVSRudWxs0wkKCwwNDlYkY2xhc3NcTlNDb2xvclNwYWNlV05TV2hpdGWAAhADSTAuNSAwLjI1ANIQERITWCRjbGFzc2VzWiRjbGFzc25hbWWiExRXTlNDb2xvclhOU09iamVjdNEWF1Ryb290gAESAAGGoAgRGyQpMkRITlVcaXFzdX+EjZibo6yvtLYAAAAAAAABAQAAAAAAAAAZAAAAAAAAAAAAAAAAAAAAuw==\")!.keyedArchiveJSON()",
        #"'{"alpha":0.25,"white":0.5}'"#),
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGFRhZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKjBwgPVSRudWxs0wkKCwwNDlYkY2xhc3NWTlNDTVlLXE5TQ29sb3JTcGFjZYACTTAgMC41IDEgMC4yNQAQBdIQERITWCRjbGFzc2VzWiRjbGFzc25hbWWiExRXTlNDb2xvclhOU09iamVjdNEWF1Ryb290gAESAAGGoAgRGyQpMkRITlVcY3BygIKHkJuepq+yt7kAAAAAAAABAQAAAAAAAAAZAAAAAAAAAAAAAAAAAAAAvg==\")!.keyedArchiveJSON()",
        #"'{"alpha":1.0,"black":0.25,"cyan":0.0,"magenta":0.5,"yellow":1.0}'"#),
      // A system colour has a name, and no components.
      ValueCase(
        "String",
        "Data(base64: \"YnBsaXN0MDDUAQIDBAUGGRxZJGFyY2hpdmVyWCRvYmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKlBwgREhNVJG51bGzUCQoLDA0ODxBWJGNsYXNzXU5TQ2F0YWxvZ05hbWVbTlNDb2xvck5hbWVcTlNDb2xvclNwYWNlgASAAoADEAZWU3lzdGVtWmxhYmVsQ29sb3LSFBUWF1gkY2xhc3Nlc1okY2xhc3NuYW1lohcYV05TQ29sb3JYTlNPYmplY3TRGhtUcm9vdIABEgABhqAIERskKTJESlBZYG56h4mLjY+Woaavur3FztHW2AAAAAAAAAEBAAAAAAAAAB0AAAAAAAAAAAAAAAAAAADd\")!.keyedArchiveJSON()",
        #"'{"$class":"NSColor","NSCatalogName":"System","NSColorName":"labelColor","NSColorSpace":6}'"#),
    ])
  }
}
