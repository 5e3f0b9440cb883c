import HeirloomBulk
import HeirloomFindings
import Testing

struct ShardTests {
  @Test(arguments: [1, 2, 3, 7, 12])
  func `shards share nothing and miss nothing`(count: Int) throws {
    let items = Array(0..<10)
    let parts = try (1...count).map { try Shard("\($0)/\(count)").part(of: items) }
    #expect(parts.flatMap { $0 }.sorted() == items)
    #expect((parts.map(\.count).max() ?? 0) - (parts.map(\.count).min() ?? 0) <= 1)
  }

  @Test(arguments: ["0/4", "5/4", "1", "1/0", "a/b", "1/2/3", "-1/4", ""])
  func `what is no shard is refused`(text: String) {
    #expect(throws: Finding.self) { try Shard(text) }
  }

  @Test func `schedulers' variables are understood, counted from where each begins`() throws {
    #expect(try Shard(environment: ["AWS_BATCH_JOB_ARRAY_INDEX": "0", "AWS_BATCH_JOB_ARRAY_SIZE": "3"]) == Shard("1/3"))
    #expect(try Shard(environment: ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "3"]) == Shard("3/3"))
    let slurm = ["SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "10"]
    #expect(try Shard(environment: slurm) == Shard("2/4"))
    #expect(throws: Finding.self) { try Shard(environment: [:]) }
    #expect(throws: Finding.self) { try Shard(environment: ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"]) }
  }
}
