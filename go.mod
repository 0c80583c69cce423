module github.com/handfast-go/handfast

go 1.26
