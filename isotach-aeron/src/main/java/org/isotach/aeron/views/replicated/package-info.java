/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * A store of views that is replicated: an odd number of nodes keep it with Aeron Cluster, which is Raft, and a majority
 * of them is enough. Whoever uses this package adds {@code io.aeron:aeron-cluster} to its dependencies, in the version
 * of its Aeron; {@code isotach-aeron} does not bring it along.
 */
package org.isotach.aeron.views.replicated;
