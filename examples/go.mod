module github.com/handfast-go/handfast/examples

go 1.26

replace (
	github.com/handfast-go/handfast => ..
	github.com/handfast-go/handfast/examples/sqlitestore => ./sqlitestore
)
